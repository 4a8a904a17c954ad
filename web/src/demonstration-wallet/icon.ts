// The demonstration wallet's picture: a pencil line around a key hole, plainly no real wallet's mark.

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">' +
  '<rect x="1.5" y="1.5" width="37" height="37" rx="8" fill="#efe9fb" stroke="#5b3fa8" stroke-width="2" stroke-dasharray="5 3.2"/>' +
  '<path d="M20 10.5a6 6 0 0 1 3.2 11.1L25 30H15l1.8-8.4A6 6 0 0 1 20 10.5z" fill="#5b3fa8"/></svg>'

/** For `<img>`, as EIP-6963 §Provider Info has it. */
export const icon = `data:image/svg+xml,${encodeURIComponent(drawing)}`
