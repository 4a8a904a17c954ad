// What a run of a real program consists of: how it is installed, what is done with it, and what is noted down.
import type { ChildProcess } from 'node:child_process'
import type { Page } from '@playwright/test'
import type { RunningTestServer } from '../../e2e/src/start-server-for-tests.ts'

/** The registries that programs come from. */
export type PackageRegistryName = 'npm' | 'Debian' | 'PyPI' | 'Go modules' | 'crates.io' | 'Maven Central'

/** What was seen of a program: a few words for each column of the table; `-` where the program has no such thing. */
export interface IntegrationTestResult {
  /** A person signs in by the preset, pasted as it is printed. */
  signIn: string
  /** What the program calls the person. */
  names: string
  /** How the groups of the person reach it. */
  groups: string
  /** A person outside of the group is refused with words. */
  refused: string
  signOut: string
  refresh: string
}

/** A person with a browser of their own, signed in to Countersign by their wallet. */
export interface TestPerson {
  /** The user name. */
  name: string
  page: Page
  /**
   * Opens an address, allows what the consent page asks for, and waits until the browser is back at another origin.
   * @param leaveOut labels of what the person unticks
   */
  signInAt: (address: string, leaveOut?: readonly string[]) => Promise<void>
  /** The second half of it: allows what the consent page asks for, once a program has sent the browser on its way. */
  allow: (leaveOut?: readonly string[]) => Promise<void>
}

/** An application that `application add --preset` registered. */
export interface RegisteredTestApplication {
  clientId: string
  clientSecret: string
  /** What the preset prints to paste; empty where its settings are fields of a screen. */
  paste: string
  /** What its page has to paste besides, in its order. */
  more: readonly string[]
  /** The settings by their names. */
  settings: Readonly<Record<string, string>>
}

export interface IntegrationTestContext {
  /** Of this program alone, and empty. */
  folder: string
  server: RunningTestServer
  /** In the groups `staff` and `admins`. */
  alice: TestPerson
  /** In no group. */
  bob: TestPerson
  /** Registers the program as an operator does. @param options more options of `application add` */
  register: (address: string, options?: readonly string[]) => Promise<RegisteredTestApplication>
  /** Runs a command of the product. */
  countersign: (...words: string[]) => Promise<string>
  /**
   * Starts a process that is ended with the run, in its folder.
   * @param ready an address that answers with less than 400 when it has started, or another way to find that out
   */
  start: (
    command: readonly string[],
    ready: string | (() => Promise<boolean>),
    options?: { environment?: Record<string, string>; cwd?: string },
  ) => Promise<ChildProcess>
  /** A free port of this machine. */
  port: () => Promise<number>
}

export interface IntegrationTest {
  /** The id of its preset, or `forward-auth-NAME` for a program that docs/guides/forward-auth.md has the configuration of. */
  id: string
  registry: PackageRegistryName
  /** Installs it into a folder that is kept between runs, and returns the versions that were installed. */
  install: (folder: string) => Promise<string>
  /** Settings of the server that it needs. */
  environment?: Readonly<Record<string, string>>
  run: (context: IntegrationTestContext, installed: string) => Promise<IntegrationTestResult>
}
