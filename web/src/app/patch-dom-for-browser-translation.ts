// Lets React update a page that the browser has translated: translators put `<font>` around text, or in place of it, so
// that a node is no longer a child of the parent that React knows (React issue 11538).

const nodeMethods = Node.prototype as unknown as Record<string, (this: Node, ...nodes: (Node | null)[]) => unknown>

for (const name of ['removeChild', 'insertBefore']) {
  const original = nodeMethods[name]
  /** Of both, the last argument is to be a child of the parent: what holds it there counts instead, if anything does. */
  nodeMethods[name] = function (...nodes) {
    const [first] = nodes
    let child = nodes.pop()
    while (child && child.parentNode !== this) child = child.parentNode
    if (child || nodes.length) original?.call(this, ...nodes, child ?? null)
    return first
  }
}
