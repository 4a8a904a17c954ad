/**
 * Finds out whether an error of a rule is about a field that is still empty.
 *
 * @param rule the rule that was checked
 * @param path as the server writes it
 * @returns false if the field has a value, which is then wrong
 * @example isGroupRuleFieldEmpty({ any: [{ type: 'name' }] }, 'rule.any[0].under') // true
 */
export function isGroupRuleFieldEmpty(rule: unknown, path: string): boolean {
  let value = rule
  for (const [, name, index] of path.matchAll(/\.(\w+)|\[(\d+)\]/g))
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name ?? index ?? ''] : undefined
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  )
}
