// Strict JSON: no duplicates (RFC 8259 §4), prototype members or deep nesting (THREATS N8).

const maxDepth = 16
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])

export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError'
}

/** @throws StrictJsonError */
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

function checkMemberNames(text: string): void {
  // The member names of each open object so far, or null for an array.
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
      if (open.length > maxDepth) throw new StrictJsonError(`The body is nested more than ${maxDepth} levels deep.`)
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
  if (names.has(name)) throw new StrictJsonError(`The body has a duplicate member: ${JSON.stringify(name)}.`)
  names.add(name)
}

function findStringEnd(text: string, start: number): number {
  let index = start + 1
  while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}
