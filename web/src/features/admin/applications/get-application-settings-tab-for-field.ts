// The tab of an application’s page in which a member of its definition has a field.

/** The parts of a definition, each a tab of the page of an application. */
export type ApplicationSettingsTabName = 'look' | 'connect' | 'access' | 'claims'

/** The part in which a member of a definition has its field. */
export function getApplicationSettingsTabForField(path: string): ApplicationSettingsTabName {
  if (/^(name|colors)\b/.test(path)) return 'look'
  if (/^(allowedGroups|signInMethods|chains|maxAgeSeconds|resources|rotateRefreshTokens)\b/.test(path)) return 'access'
  return /^(scopes|email|preferredUsername|requires|claims)\b/.test(path) ? 'claims' : 'connect'
}
