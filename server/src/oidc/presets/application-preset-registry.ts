// All application presets by name, loaded only when one is needed.
import { actualBudget } from './known/actual-budget.ts'
import { apache } from './known/apache.ts'
import { argoCd } from './known/argo-cd.ts'
import { audiobookshelf } from './known/audiobookshelf.ts'
import { authJs } from './known/auth-js.ts'
import { betterAuth } from './known/better-auth.ts'
import { bookstack } from './known/bookstack.ts'
import { directus } from './known/directus.ts'
import { discourse } from './known/discourse.ts'
import { djangoAllauth } from './known/django-allauth.ts'
import { dovecot } from './known/dovecot.ts'
import { expressOpenidConnect } from './known/express-openid-connect.ts'
import { forgejo } from './known/forgejo.ts'
import { gitea } from './known/gitea.ts'
import { gitlab } from './known/gitlab.ts'
import { gotosocial } from './known/gotosocial.ts'
import { grafana } from './known/grafana.ts'
import { headscale } from './known/headscale.ts'
import { hedgedoc } from './known/hedgedoc.ts'
import { immich } from './known/immich.ts'
import { jellyfin } from './known/jellyfin.ts'
import { jupyterhub } from './known/jupyterhub.ts'
import { karakeep } from './known/karakeep.ts'
import { keycloak } from './known/keycloak.ts'
import { komga } from './known/komga.ts'
import { kubernetes } from './known/kubernetes.ts'
import { linkding } from './known/linkding.ts'
import { mastodon } from './known/mastodon.ts'
import { matrixAuthenticationService } from './known/matrix-authentication-service.ts'
import { mealie } from './known/mealie.ts'
import { memos } from './known/memos.ts'
import { miniflux } from './known/miniflux.ts'
import { minio } from './known/minio.ts'
import { mozillaDjangoOidc } from './known/mozilla-django-oidc.ts'
import { nextcloud } from './known/nextcloud.ts'
import { nodeRed } from './known/node-red.ts'
import { oauth2Proxy } from './known/oauth2-proxy.ts'
import { openWebui } from './known/open-webui.ts'
import { opkssh } from './known/opkssh.ts'
import { outline } from './known/outline.ts'
import { paperlessNgx } from './known/paperless-ngx.ts'
import { passportOpenidconnect } from './known/passport-openidconnect.ts'
import { pgadmin } from './known/pgadmin.ts'
import { portainer } from './known/portainer.ts'
import { proxmox } from './known/proxmox.ts'
import { pythonSocialAuth } from './known/python-social-auth.ts'
import { quarkus } from './known/quarkus.ts'
import { seafile } from './known/seafile.ts'
import { springBoot } from './known/spring-boot.ts'
import { stepCa } from './known/step-ca.ts'
import { streamlit } from './known/streamlit.ts'
import { superset } from './known/superset.ts'
import { synapse } from './known/synapse.ts'
import { trino } from './known/trino.ts'
import { vault } from './known/vault.ts'
import { vaultwarden } from './known/vaultwarden.ts'
import { vikunja } from './known/vikunja.ts'
import type { ApplicationPreset } from './application-preset-types.ts'

export const applicationPresets: readonly ApplicationPreset[] = [
  actualBudget,
  apache,
  argoCd,
  audiobookshelf,
  authJs,
  betterAuth,
  bookstack,
  directus,
  discourse,
  djangoAllauth,
  dovecot,
  expressOpenidConnect,
  forgejo,
  gitea,
  gitlab,
  gotosocial,
  grafana,
  headscale,
  hedgedoc,
  immich,
  jellyfin,
  jupyterhub,
  karakeep,
  keycloak,
  komga,
  kubernetes,
  linkding,
  mastodon,
  matrixAuthenticationService,
  mealie,
  memos,
  miniflux,
  minio,
  mozillaDjangoOidc,
  nextcloud,
  nodeRed,
  oauth2Proxy,
  openWebui,
  opkssh,
  outline,
  paperlessNgx,
  passportOpenidconnect,
  pgadmin,
  portainer,
  proxmox,
  pythonSocialAuth,
  quarkus,
  seafile,
  springBoot,
  stepCa,
  streamlit,
  superset,
  synapse,
  trino,
  vault,
  vaultwarden,
  vikunja,
].toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
