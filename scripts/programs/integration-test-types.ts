import type { ChildProcess } from 'node:child_process'
import type { Page } from '@playwright/test'
import type { RunningTestServer } from '../../e2e/src/start-server-for-tests.ts'

export type PackageRegistryName = 'npm' | 'Debian' | 'PyPI' | 'Go modules' | 'crates.io' | 'Maven Central'

/** A few words for each column of the report; `-` if the program has no such feature. */
export interface IntegrationTestResult {
  signIn: string
  names: string
  groups: string
  refused: string
  signOut: string
  refresh: string
}

export interface TestPerson {
  name: string
  page: Page
  /** Opens an address and consents. `leaveOut` are labels of checkboxes that the person clears. */
  signInAt: (address: string, leaveOut?: readonly string[]) => Promise<void>
  /** Consents after a program has redirected the browser. */
  allow: (leaveOut?: readonly string[]) => Promise<void>
}

export interface RegisteredTestApplication {
  clientId: string
  clientSecret: string
  /** The text that the preset prints to paste; empty if the program is configured on a screen. */
  paste: string
  /** Additional blocks from the preset's guide to paste, in order. */
  more: readonly string[]
  settings: Readonly<Record<string, string>>
}

export interface IntegrationTestContext {
  folder: string
  server: RunningTestServer
  alice: TestPerson
  bob: TestPerson
  /** Registers the program as an operator does. */
  register: (address: string, options?: readonly string[]) => Promise<RegisteredTestApplication>
  countersign: (...words: string[]) => Promise<string>
  /** Runs until the test ends. `ready` is an address with a status below 400, or a function. */
  start: (
    command: readonly string[],
    ready: string | (() => Promise<boolean>),
    options?: { environment?: Record<string, string>; cwd?: string },
  ) => Promise<ChildProcess>
  port: () => Promise<number>
}

export interface IntegrationTest {
  /** The preset's id, or `forward-auth-NAME` for a configuration in docs/guides/forward-auth.md. */
  id: string
  registry: PackageRegistryName
  /** The folder is kept between runs. Returns the installed versions. */
  install: (folder: string) => Promise<string>
  environment?: Readonly<Record<string, string>>
  run: (context: IntegrationTestContext, installed: string) => Promise<IntegrationTestResult>
}
