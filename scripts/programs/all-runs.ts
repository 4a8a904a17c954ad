// Every program that `npm run programs` runs.
import type { ProgramRun } from './program-run.ts'
import { actualBudget } from './runs/actual-budget.ts'
import { apache } from './runs/apache.ts'
import { authJs } from './runs/auth-js.ts'
import { betterAuth } from './runs/better-auth.ts'
import { djangoAllauth } from './runs/django-allauth.ts'
import { dovecot } from './runs/dovecot.ts'
import { expressOpenidConnect } from './runs/express-openid-connect.ts'
import { forwardAuthCaddy } from './runs/forward-auth-caddy.ts'
import { forwardAuthTraefik } from './runs/forward-auth-traefik.ts'
import { jupyterhub } from './runs/jupyterhub.ts'
import { keycloak } from './runs/keycloak.ts'
import { miniflux } from './runs/miniflux.ts'
import { mozillaDjangoOidc } from './runs/mozilla-django-oidc.ts'
import { nodeRed } from './runs/node-red.ts'
import { oauth2Proxy } from './runs/oauth2-proxy.ts'
import { pgadmin } from './runs/pgadmin.ts'
import { pythonSocialAuth } from './runs/python-social-auth.ts'
import { quarkus } from './runs/quarkus.ts'
import { springBoot } from './runs/spring-boot.ts'
import { stepCa } from './runs/step-ca.ts'
import { streamlit } from './runs/streamlit.ts'
import { superset } from './runs/superset.ts'
import { synapse } from './runs/synapse.ts'

export const allRuns: readonly ProgramRun[] = [
  nodeRed,
  oauth2Proxy,
  jupyterhub,
  streamlit,
  synapse,
  mozillaDjangoOidc,
  djangoAllauth,
  pythonSocialAuth,
  superset,
  pgadmin,
  betterAuth,
  authJs,
  expressOpenidConnect,
  actualBudget,
  dovecot,
  apache,
  forwardAuthCaddy,
  forwardAuthTraefik,
  miniflux,
  keycloak,
  springBoot,
  quarkus,
  stepCa,
]
