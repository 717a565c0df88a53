/** The look of the web app (its design tokens) on its own: light and dark follow the system, nothing comes from outside. */
export const STATUS_STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#faf7f1, #15171c); --surface: light-dark(#ffffff, #1d2027);
  --surface-2: light-dark(#f4efe6, #262a33); --line: light-dark(#e4ddd0, #323742); --line-strong: light-dark(#8d8577, #7f8796);
  --ink: light-dark(#1c2030, #f2efe9); --ink-2: light-dark(#555b6b, #b4b9c5); --info: light-dark(#1f5a99, #84b6ee);
  --good: light-dark(#1d7448, #6fcf97);
  --warn: light-dark(#8a5a00, #f0c05a); --warn-soft: light-dark(#fdf1d8, #35290f); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 0.9375rem/1.5 'Inter Variable', Inter, system-ui, sans-serif; }
header { background: var(--surface); border-bottom: 1px solid var(--line); }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; min-height: 56px; }
.bar, main, footer { max-width: 46rem; margin: 0 auto; padding: 8px 16px; }
main { padding-top: 24px; padding-bottom: 8px; }
footer { display: flex; flex-wrap: wrap; gap: 4px 24px; padding-bottom: 32px; font-size: 0.8125rem; color: var(--ink-2); }
h1, h2 { font-family: 'Cabin Variable', Cabin, Inter, system-ui, sans-serif; font-weight: 600; line-height: 1.25; margin: 0; }
h1 { font-size: 1.25rem; letter-spacing: -0.01em; flex: 1 1 0; } h2 { font-size: 1.0625rem; margin-bottom: 12px; }
p { margin: 0 0 8px; } p:last-child { margin: 0; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 20px 24px; margin-bottom: 16px; }
ul { list-style: none; margin: 0; padding: 0; }
li { padding: 12px 0; border-top: 1px solid var(--line); } li:first-child { border-top: 0; padding-top: 0; } li:last-child { padding-bottom: 0; }
.row { display: flex; flex-wrap: wrap; gap: 0 16px; justify-content: space-between; align-items: baseline; } .name { font-weight: 500; }
.quiet { color: var(--ink-2); font-size: 0.8125rem; } .good { color: var(--good); } .warn { color: var(--warn); }
p.notice { background: var(--warn-soft); color: var(--warn); border-radius: 6px; padding: 10px 12px; margin: 8px 0 0; font-size: 0.8125rem; }
.command { font: 600 1rem/1.5 ui-monospace, monospace; }
.code { font: 600 clamp(2rem, 11vw, 3.5rem)/1.3 ui-monospace, monospace; letter-spacing: 0.06em; margin-bottom: 12px; white-space: nowrap; }
ol { margin: 0 0 8px; padding-left: 1.5rem; } ol li { padding: 2px 0; border: 0; }
form { margin-top: 12px; } label { display: block; font-weight: 600; margin-bottom: 4px; }
input { width: 100%; min-height: 40px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: 6px;
  background: var(--surface); color: var(--ink); font: inherit; }
.wrong { color: var(--warn); margin: 8px 0; } .wrong:empty { margin: 6px 0; }
a { color: var(--info); }
a:focus-visible, button:focus-visible, input:focus-visible, textarea:focus-visible { outline: 2px solid var(--info); outline-offset: 2px; border-radius: 6px; }
textarea { display: block; width: 100%; height: 60vh; min-height: 12rem; margin: 12px 0; padding: 12px; resize: vertical; border-radius: 6px;
  border: 1px solid var(--line-strong); background: var(--surface-2); color: var(--ink); font: 0.75rem/1.5 ui-monospace, monospace; }
button { min-height: 40px; padding: 0 16px; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--surface);
  color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }
button.primary { background: var(--ink); color: var(--surface); border-color: var(--ink); } button[aria-disabled] { opacity: 0.7; cursor: default; }
@media (max-width: 640px) { section { padding: 20px; } }
`

/** The stamp of the web app. */
export const STAMP = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 26"><path fill="#c8202f" d="M0 0h2.2a1.6 1.6 0 0 0 3.2 0h2.5a1.6 1.6 0 0 0 3.2 0h2.5a1.6 1.6 0 0 0 3.2 0H22v2.6a1.6 1.6 0 0 0 0 3.2v2.6a1.6 1.6 0 0 0 0 3.2v2.6a1.6 1.6 0 0 0 0 3.2v2.6a1.6 1.6 0 0 0 0 3.2V26h-5.2a1.6 1.6 0 0 0-3.2 0h-2.5a1.6 1.6 0 0 0-3.2 0H5.4a1.6 1.6 0 0 0-3.2 0H0v-2.8a1.6 1.6 0 0 0 0-3.2v-2.6a1.6 1.6 0 0 0 0-3.2v-2.6a1.6 1.6 0 0 0 0-3.2V5.8a1.6 1.6 0 0 0 0-3.2z"/><path fill="#fff" d="M7 19V7h4.9c2.6 0 4.3 1.5 4.3 3.9s-1.7 3.9-4.3 3.9H9.6V19zm2.6-6.4h2c1.200 0 1.900-.6 1.900-1.700s-.700-1.700-1.900-1.700h-2z"/></svg>`
