interface NameAndId {
  id: string
  name: string
}

/**
 * Numbers a name and an ID if another application has the ID.
 *
 * @example
 * findFreeNameAndId({ id: 'grafana', name: 'Grafana' }, [{ id: 'grafana' }]) // { id: 'grafana-2', name: 'Grafana 2' }
 */
export function findFreeNameAndId({ id, name }: NameAndId, applications: readonly { id: string }[]): NameAndId {
  const taken = new Set(applications.map((application) => application.id))
  if (!taken.has(id)) return { id, name }
  let number = 2
  while (taken.has(`${id}-${number}`)) number += 1
  return { id: `${id}-${number}`, name: `${name} ${number}` }
}
