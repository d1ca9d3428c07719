// One hint at a time. The question that the last diagnosis asks comes first: it is about this
// reader's own numbers.

/** The hints shown so far, and the next one. */
export function nextHint(exercise, { hints = [], result }) {
  const question = result?.question;
  if (question && !hints.some(({ text }) => text === question)) {
    return [...hints, { title: "A question about your numbers", text: question }];
  }
  const total = exercise.hints.length;
  const shown = hints.filter(({ number }) => number).length;
  if (shown < total) {
    return [...hints, { number: shown + 1, title: `Hint ${shown + 1} of ${total}`, text: exercise.hints[shown] }];
  }
  return hints;
}
