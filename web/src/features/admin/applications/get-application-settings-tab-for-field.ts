export type ApplicationSettingsTabName = 'look' | 'connect' | 'access' | 'claims'

export function getApplicationSettingsTabForField(path: string): ApplicationSettingsTabName {
  if (/^(name|colors)\b/.test(path)) return 'look'
  if (
    /^(allowedGroups|signInMethods|chains|maxAgeSeconds|resources|rotateRefreshTokens|firstParty|product)\b/.test(path)
  )
    return 'access'
  return /^(scopes|email|preferredUsername|requires|claims)\b/.test(path) ? 'claims' : 'connect'
}
