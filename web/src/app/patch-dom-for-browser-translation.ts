// Lets React update a page in which a browser translation has wrapped text (React issue 11538).

const nodeMethods = Node.prototype as unknown as Record<string, (this: Node, ...nodes: (Node | null)[]) => unknown>

for (const name of ['removeChild', 'insertBefore']) {
  const original = nodeMethods[name]
  /** If the last argument is a deeper descendant, the child that contains it is used instead. */
  nodeMethods[name] = function (...nodes) {
    const [first] = nodes
    let child = nodes.pop()
    while (child && child.parentNode !== this) child = child.parentNode
    if (child || nodes.length) original?.call(this, ...nodes, child ?? null)
    return first
  }
}
