// The demonstration wallet's look, apart from the page's: nobody should take it for a part of the page, or for a real
// wallet. A constructed style sheet, because the page's content security policy allows no inline styles.

export const style = `
  :host { all: initial }
  dialog {
    --ground: #fbf9ff; --ink: #241a3d; --soft: #5d5473; --edge: #5b3fa8; --sunk: #efe9fb; --on-edge: #ffffff; --warn: #8a1c12;
    box-sizing: border-box; width: min(24rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); overflow: auto; padding: 0;
    margin: 1rem 1rem auto auto;
    border: 2px dashed var(--edge); border-radius: 12px; background: var(--ground); color: var(--ink);
    font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; box-shadow: 0 12px 40px rgb(20 10 50 / 0.28);
  }
  @media (max-width: 40rem) { dialog { margin: auto auto 1rem } }
  @media (prefers-color-scheme: dark) {
    dialog { --ground: #1b162a; --ink: #ece6fb; --soft: #b3a9ca; --edge: #b9a2f5; --sunk: #2a2240; --on-edge: #1b162a; --warn: #ffb4a8 }
  }
  dialog::backdrop { background: rgb(15 10 35 / 0.35) }
  header {
    padding: 0.5rem 1rem; font-size: 0.8125rem; font-weight: 600; color: var(--edge);
    background: repeating-linear-gradient(-45deg, var(--sunk) 0 8px, transparent 8px 16px); border-bottom: 2px dashed var(--edge);
  }
  div { display: grid; gap: 0.75rem; padding: 1rem }
  h2 { margin: 0; font-size: 1.125rem; line-height: 1.3; outline: none }
  p { margin: 0 }
  p.warning { color: var(--warn); font-weight: 600 }
  p.about, span.label { font-size: 0.8125rem; color: var(--soft) }
  span.label { display: block }
  code, pre { margin: 0; font: 0.8125rem/1.5 ui-monospace, Menlo, Consolas, monospace }
  pre { max-height: 40dvh; overflow: auto; padding: 0.75rem; border-radius: 8px; background: var(--sunk); white-space: pre-wrap }
  footer { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem }
  button {
    min-height: 2.75rem; padding: 0.25rem 0.75rem; border: 2px solid var(--edge); border-radius: 8px; background: transparent;
    color: var(--edge); font: inherit; font-weight: 600; cursor: pointer;
  }
  button.main { background: var(--edge); color: var(--on-edge) }
  button.bare { min-height: 2rem; padding: 0; border: 0; justify-self: start; text-decoration: underline; font-size: 0.875rem }
  :focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
`
