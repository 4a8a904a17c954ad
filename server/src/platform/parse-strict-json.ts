// JSON as this server reads it: what JSON.parse accepts, less what makes two readers see two things — a member named twice (RFC 8259 §4
// leaves that open), a member that reaches the prototype (prototype pollution) — and less nesting without end (THREATS N8).

const maxDepth = 16
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])

/** Why a JSON text was refused; the message says what and where. */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError'
}

/**
 * Reads a JSON text.
 * @throws StrictJsonError when it is not JSON, names a member twice, names a forbidden member, or nests deeper than 16
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new StrictJsonError('The body is not valid JSON.')
  }
  checkMemberNames(text)
  return value
}

/** Walks a text that is known to be JSON and looks at the names of its members alone. */
function checkMemberNames(text: string): void {
  // One entry for each open object or array: the names seen so far, or null in an array.
  const open: (Set<string> | null)[] = []
  let expectsName = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') {
      const end = findStringEnd(text, index)
      const names = open.at(-1)
      if (expectsName && names) addMemberName(names, JSON.parse(text.slice(index, end + 1)) as string)
      expectsName = false
      index = end
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null)
      if (open.length > maxDepth) throw new StrictJsonError(`The body nests deeper than ${maxDepth} levels.`)
      expectsName = character === '{'
    } else if (character === '}' || character === ']') {
      open.pop()
      expectsName = false
    } else if (character === ',') {
      expectsName = open.at(-1) !== null
    }
  }
}

function addMemberName(names: Set<string>, name: string): void {
  if (forbiddenNames.has(name))
    throw new StrictJsonError(`The body has a member that is not allowed: ${JSON.stringify(name)}.`)
  if (names.has(name)) throw new StrictJsonError(`The body names a member twice: ${JSON.stringify(name)}.`)
  names.add(name)
}

function findStringEnd(text: string, start: number): number {
  let index = start + 1
  while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}
