// `npm run programs [NAME …]`: installs real programs, connects each by its preset as it is printed, and notes down what was seen. A job of
// its own, which needs registries and minutes; nothing else depends on it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotInstalled } from './install.ts'
import type { ProgramRun } from './program-run.ts'
import { keepRuns, printTable } from './report.ts'
import type { Row } from './report.ts'
import { openContext } from './context.ts'
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

const allRuns: readonly ProgramRun[] = [
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

const names = process.argv.slice(2)
const unknown = names.filter((name) => !allRuns.some(({ id }) => id === name))
if (unknown.length > 0) {
  console.error(`Not a program that is run: ${unknown.join(', ')}. Known: ${allRuns.map(({ id }) => id).join(', ')}`)
  process.exit(2)
}

/** Kept between runs, because building takes longer than running. */
const cache = join(tmpdir(), 'countersign-programs')

async function runProgram(run: ProgramRun): Promise<Row> {
  const { id, registry } = run
  let version = ''
  try {
    mkdirSync(cache, { recursive: true })
    version = await run.install(join(cache, id))
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error
    return { id, registry, version, outcome: 'skipped', why: error.message }
  }
  const folder = mkdtempSync(join(tmpdir(), `countersign-${id}-`))
  const context = await openContext(run, folder)
  try {
    return { id, registry, version, outcome: 'works', seen: await run.run(context, join(cache, id)) }
  } catch (error) {
    return { id, registry, version, outcome: 'failed', why: `${String(error)}\n${context.written()}` }
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const rows: Row[] = []
for (const run of allRuns.filter(({ id }) => names.length === 0 || names.includes(id))) {
  const startedAt = performance.now()
  console.log(`${run.id} …`)
  const row = await runProgram(run)
  rows.push(row)
  console.log(`${run.id}: ${row.outcome}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  if (row.why !== undefined) console.log(row.why)
}
printTable(rows)
keepRuns(rows, new Date())
process.exitCode = rows.some(({ outcome }) => outcome === 'failed') ? 1 : 0
