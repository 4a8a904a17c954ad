// The entry of the pages that are open to everybody, but for the sign-in page. The address alone decides which screen is
// shown; it is fetched together with the messages that it needs.
import type { ComponentType } from 'react'
import type { pages, PagePath } from '@countersign/api/pages'
import { boot } from './boot.tsx'
import type { MessageFile } from '../i18n/language.ts'
import './public.css'

type PublicPath = { [Path in PagePath]: (typeof pages)[Path] extends 'public.html' ? Path : never }[PagePath]

interface Page {
  readonly messages: readonly MessageFile[]
  readonly load: () => Promise<ComponentType>
}

const entrance = (load: Page['load']): Page => ({ messages: ['public'], load })
const decision = (load: Page['load']): Page => ({
  messages: ['consent', 'person'],
  load,
})

const screens: Readonly<Record<PublicPath, Page>> = {
  '/': entrance(async () => (await import('./screens/FrontScreen.tsx')).FrontScreen),
  '/consent': decision(async () => (await import('../features/consent/Screen.tsx')).ConsentScreen),
  '/device': decision(async () => (await import('../features/device/Screen.tsx')).DeviceScreen),
  '/sign-out': decision(async () => (await import('../features/sign-out/SignOutScreen.tsx')).SignOutScreen),
  '/signed-out': entrance(async () => (await import('../features/sign-out/SignedOutScreen.tsx')).SignedOutScreen),
  '/lost': { messages: ['public'], load: async () => (await import('./screens/LostScreen.tsx')).LostScreen },
  '/error': entrance(async () => (await import('./screens/ErrorScreen.tsx')).ErrorScreen),
}

const notFound = entrance(async () => (await import('./screens/NotFoundScreen.tsx')).NotFoundScreen)

function isPublicPath(path: string): path is PublicPath {
  return Object.hasOwn(screens, path)
}

const { messages, load } = isPublicPath(location.pathname) ? screens[location.pathname] : notFound
await boot(
  load().then((Screen) => <Screen />),
  messages,
)
