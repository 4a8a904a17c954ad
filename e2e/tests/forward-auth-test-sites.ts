// Pages without a login behind real proxies, and steps to visit them.
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyTestApplicationDefinitions } from '../src/clients/apply-test-application-definitions.ts'
import {
  chooseProxiedSiteAddress,
  isReverseProxyInstalled,
  startProxiedTestSite,
  reverseProxyNames,
  startReverseProxy,
} from '../src/clients/forward-auth-test-proxies.ts'
import type {
  ProxiedSite,
  ReverseProxyName,
  EchoedRequestHeaders,
  RunningReverseProxy,
} from '../src/clients/forward-auth-test-proxies.ts'
import { clickAllowOnConsentPage, signWithInstalledWallet } from '../src/clients/application-sign-in-test-steps.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'
import { installFakeWallet } from '../src/wallet-sign-in-test-steps.ts'
import { expect } from './server-playwright-fixtures.ts'

export const proxiedSitesByProxyName = new Map<ReverseProxyName, ProxiedSite>()
export const runningProxies: { stop: () => Promise<void> }[] = []

export interface ForwardAuthTestPorts {
  issuerPort: number
  pagesPort: number
}

/** @returns null if no proxy is installed */
export async function startProxiedSites(server: RunningTestServer): Promise<ForwardAuthTestPorts | null> {
  const names = reverseProxyNames.filter(isReverseProxyInstalled)
  if (names.length === 0) return null
  for (const name of names) proxiedSitesByProxyName.set(name, await chooseProxiedSiteAddress(name))
  await applyTestApplicationDefinitions(
    server,
    [...proxiedSitesByProxyName].map(([name, { host }]) => ({
      id: name,
      name: `Wiki of ${name}`,
      kind: 'site',
      hosts: [host],
      openPaths: ['/manifest.json', '/static/', 'OPTIONS /'],
    })),
  )
  const pages = await startProxiedTestSite()
  const ports = { issuerPort: Number(new URL(server.origin).port), pagesPort: pages.port }
  const proxies = await Promise.all(
    [...proxiedSitesByProxyName].map(([name, site]): Promise<RunningReverseProxy> =>
      startReverseProxy(name, site, ports),
    ),
  )
  runningProxies.push(...proxies, { stop: pages.close })
  return ports
}

export async function stopProxiedSites(): Promise<void> {
  for (const { stop } of runningProxies.splice(0)) await stop()
}

export const getProxiedSiteByProxyName = (name: ReverseProxyName): ProxiedSite =>
  proxiedSitesByProxyName.get(name) as ProxiedSite

/** Signs in at a site for the first time. @returns the headers that the site's page received */
export async function signInAtSite(
  page: Page,
  name: ReverseProxyName,
  key: EthereumTestKey,
  path = '/',
): Promise<EchoedRequestHeaders> {
  await installFakeWallet(page, key)
  await page.goto(`${getProxiedSiteByProxyName(name).origin}${path}`)
  await signWithInstalledWallet(page)
  await clickAllowOnConsentPage(page, `Wiki of ${name}`)
  await expect(page.getByRole('heading', { name: `Inside ${path}` })).toBeVisible()
  return JSON.parse((await page.locator('pre').textContent()) ?? '') as EchoedRequestHeaders
}

export const parseEchoedRequestHeaders = (body: string): EchoedRequestHeaders =>
  JSON.parse(/<pre>(.*)<\/pre>/.exec(body)?.[1] ?? '{}') as EchoedRequestHeaders

export const getBrowserCookieHeader = async (page: Page, origin: string): Promise<string> =>
  (await page.context().cookies(origin)).map(({ name, value }) => `${name}=${value}`).join('; ')

const toldNames = ['USER', 'NAME', 'GROUPS', 'WALLET', 'EMAIL'].map((name) => `HTTP_REMOTE_${name}`)

/** nginx cannot remove headers by pattern, so other headers may arrive as well. */
export const pickEchoedIdentityHeaders = (
  name: ReverseProxyName,
  reached: EchoedRequestHeaders,
): EchoedRequestHeaders =>
  name === 'nginx' ? Object.fromEntries(toldNames.map((each) => [each, reached[each]])) : reached

/** RFC 9110 §5.6.2: every token character except letters and digits. */
const marks = [..."!#$%&'*+-.^_`|~"]

/** Header names that applications may mistake for those of the proxy, a few per request. */
export function* generateForgedHeaderNames(): Generator<string[]> {
  for (const mark of marks)
    yield [
      ...['User', 'Name', 'Groups', 'Wallet', 'Email'].map((name) => `Remote${mark}${name}`),
      `REMOTE${mark}USER`,
      `rEMOTE${mark}uSER`,
      `Remote${mark}`,
      `Remote${mark}Else`,
      ...marks.map((second) => `Remote${mark}${second}User`),
    ]
}

/** Fetches a page from a script running on the site, with forged headers. */
export const fetchInPageWithHeaders = (page: Page, headers: Record<string, string>, method = 'GET') =>
  page.evaluate(
    async ([given, how]) => {
      const response = await fetch('/data', { headers: given, method: how, redirect: 'manual' })
      return { status: response.status, body: await response.text() }
    },
    [headers, method] as const,
  )

export async function applyTestGroupDefinitions(server: RunningTestServer, groups: readonly object[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-groups-'))
  try {
    writeFileSync(join(folder, 'groups.json'), JSON.stringify({ groups }))
    await runCountersignCommandForServer(server, 'group', 'apply', join(folder, 'groups.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function runCountersignCommandForServer(server: RunningTestServer, ...words: string[]): Promise<void> {
  const settings = {
    COUNTERSIGN_PORT: new URL(server.origin).port,
    COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}`,
  }
  const { exitCode, output } = await runCountersignCommand(words, settings, tmpdir())
  if (exitCode !== 0) throw new Error(output)
}
