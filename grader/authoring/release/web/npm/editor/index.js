// The editor of the page: CodeMirror 6 with what a Python file needs, and nothing else.
//
// It lives in a shadow root. There its style sheets are adopted objects and not <style> elements,
// so that the page's Content-Security-Policy need not allow inline styles.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import {
  HighlightStyle, bracketMatching, codeFolding, foldEffect, foldGutter, foldKeymap, indentOnInput, indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: "var(--syntax-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--syntax-string)" },
  { tag: [tags.comment, tags.docString], color: "var(--syntax-comment)", fontStyle: "italic" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--syntax-number)" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], color: "var(--syntax-name)", fontWeight: "600" },
]);

const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--card)", fontSize: "0.875rem", height: "100%" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.6rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--selection)" },
  ".cm-gutters": { backgroundColor: "var(--code)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "var(--active-line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--active-line)", color: "var(--ink)" },
  ".cm-foldPlaceholder": { background: "var(--code)", border: "1px solid var(--line)", color: "var(--soft)", padding: "0 0.5em" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-wash)", outline: "1px solid var(--accent)" },
  ".cm-told": { backgroundColor: "var(--bad-wash)", boxShadow: "inset 3px 0 0 var(--bad)" },
});

const tell = StateEffect.define();
const told = StateField.define({
  create: () => Decoration.none,
  update(lines, change) {
    for (const effect of change.effects) {
      if (effect.is(tell)) {
        return effect.value ? Decoration.set([Decoration.line({ class: "cm-told" }).range(effect.value)]) : Decoration.none;
      }
    }
    return lines.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * An editor inside `host`. `label` is its name for a screen reader; `changed` is called with the
 * text after every change of the reader's, `check` for Ctrl-Enter.
 */
export function makeEditor(host, { label, changed, check }) {
  const root = host.attachShadow({ mode: "open" });

  const extensions = [
    lineNumbers(),
    foldGutter(),
    codeFolding({ placeholderText: "… the text above, folded" }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    history(),
    indentOnInput(),
    indentUnit.of("    "),
    bracketMatching(),
    closeBrackets(),
    python(),
    syntaxHighlighting(colours),
    look,
    told,
    keymap.of([
      { key: "Mod-Enter", run: () => { check(); return true; }, preventDefault: true },
      indentWithTab,
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
    ]),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": "editor-keys", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) {
        changed(update.state.doc.toString());
      }
    }),
  ];

  const view = new EditorView({ state: EditorState.create({ doc: "", extensions }), parent: root, root });

  return {
    /** The text as it stands. */
    text: () => view.state.doc.toString(),

    /** Another text: with a history of its own, and its first `folded` characters folded away. */
    show(text, folded = 0) {
      view.setState(EditorState.create({ doc: text, extensions }));
      const firstLine = view.state.doc.line(1).to;
      if (folded > firstLine && text.slice(0, folded) === view.state.doc.sliceString(0, folded)) {
        view.dispatch({ effects: foldEffect.of({ from: firstLine, to: folded }) });
      }
      view.scrollDOM.scrollTop = 0;
    },

    /** Replace the text so that it can be undone. */
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },

    /** Show where to look: a line by its number, or no line for 0. */
    mark(number) {
      const there = number >= 1 && number <= view.state.doc.lines;
      view.dispatch({ effects: tell.of(there ? view.state.doc.line(number).from : null) });
    },

    /** Go to a line and take the focus. */
    goTo(number) {
      const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
      view.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
      view.focus();
    },

    focus: () => view.focus(),
  };
}
