// One hint at a time.

/** The hints shown so far, and the next one. */
export function nextHint(exercise, { hints = [] }) {
  const total = exercise.hints.length;
  const shown = hints.length;
  if (shown < total) {
    return [...hints, { number: shown + 1, title: `Hint ${shown + 1} of ${total}`, text: exercise.hints[shown] }];
  }
  return hints;
}
