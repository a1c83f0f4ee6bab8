// The style of the rehearsal's page: light and dark, for phones and desktops.

export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f3f5f4; --card: #ffffff; --ink: #14201c; --soft: #4f5d58; --line: #dce3e0;
  --accent: #0a6b54; --on-accent: #ffffff; --warn: #8f2f12; --note: #e2f1ec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1412; --card: #18211e; --ink: #ecf2ef; --soft: #a9b8b2; --line: #2c3935;
    --accent: #4ccfa9; --on-accent: #06251c; --warn: #ffb59e; --note: #16302a;
  }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
.page { max-width: 1240px; margin: 0 auto; padding: 20px 16px 48px; }
h1 { font-size: 22px; line-height: 1.25; }
h2 { font-size: 13px; letter-spacing: .05em; text-transform: uppercase; color: var(--soft);
  margin: 28px 0 10px; }
h3 { font-size: 16px; margin-bottom: 4px; }
a { color: var(--accent); }
p, li { overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.wrong { color: var(--warn); }
.note { margin-top: 16px; padding: 12px 14px; background: var(--note); border-radius: 10px; }
.grid { display: grid; gap: 14px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 290px), 1fr));
  align-items: start; }
section { padding: 16px; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; min-width: 0; }
ul { list-style: none; padding: 0; }
li { padding: 10px 0; border-top: 1px solid var(--line); }
section > p + ul, section > form + ul { margin-top: 12px; }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin-top: 8px; }
label { display: grid; gap: 2px; font-size: 13px; color: var(--soft);
  flex: 1 1 110px; min-width: 0; }
input, select, button { font: inherit; min-height: 38px; padding: 6px 10px; border-radius: 8px;
  border: 1px solid var(--soft); background: var(--card); color: var(--ink); width: 100%; }
button { width: auto; border-color: var(--accent); background: var(--accent);
  color: var(--on-accent); font-weight: 600; cursor: pointer; }
.act { display: inline-flex; margin: 4px 4px 0 0; }
.act button { min-height: 32px; padding: 2px 10px; background: none; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
b { font-variant-numeric: tabular-nums; }
`
