// Every known program, by name. Loaded where one is looked for, and never for serving people.
import { apache } from './known/apache.ts'
import { authJs } from './known/auth-js.ts'
import { discourse } from './known/discourse.ts'
import { expressOpenidConnect } from './known/express-openid-connect.ts'
import { gitlab } from './known/gitlab.ts'
import { grafana } from './known/grafana.ts'
import { kubernetes } from './known/kubernetes.ts'
import { nextcloud } from './known/nextcloud.ts'
import { oauth2Proxy } from './known/oauth2-proxy.ts'
import { passportOpenidconnect } from './known/passport-openidconnect.ts'
import type { Program } from './program.ts'

export const allPrograms: readonly Program[] = [
  apache,
  authJs,
  discourse,
  expressOpenidConnect,
  gitlab,
  grafana,
  kubernetes,
  nextcloud,
  oauth2Proxy,
  passportOpenidconnect,
].toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
