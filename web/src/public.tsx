// The entry of the pages that are open to everybody, but for the sign-in page. The address alone decides which screen is
// shown; it is fetched together with the words that it needs.
import type { ReactNode } from 'react'
import type { pages, PagePath } from '@countersign/api/pages'
import { boot } from './boot.tsx'
import type { WordsFile } from './words/shape.ts'
import './public.css'

type PublicPath = { [Path in PagePath]: (typeof pages)[Path] extends 'public.html' ? Path : never }[PagePath]

interface Page {
  readonly chapters: readonly WordsFile[]
  readonly draw: () => Promise<ReactNode>
}

const entrance = (draw: Page['draw']): Page => ({ chapters: ['entrance'], draw })
const decision = (draw: Page['draw']): Page => ({
  chapters: ['applications', 'knownWallet', 'scopes', 'userName', 'email'],
  draw,
})

const screens: Readonly<Record<PublicPath, Page>> = {
  '/': entrance(async () => {
    const { FrontScreen } = await import('./screens/front/Screen.tsx')
    return <FrontScreen />
  }),
  '/consent': decision(async () => {
    const { ConsentScreen } = await import('./screens/consent/Screen.tsx')
    return <ConsentScreen />
  }),
  '/device': decision(async () => {
    const { DeviceScreen } = await import('./screens/device/Screen.tsx')
    return <DeviceScreen />
  }),
  '/sign-out': decision(async () => {
    const { SignOutScreen } = await import('./screens/sign-out/Screen.tsx')
    return <SignOutScreen />
  }),
  '/signed-out': entrance(async () => {
    const { SignedOutScreen } = await import('./screens/signed-out/Screen.tsx')
    return <SignedOutScreen />
  }),
  '/lost': {
    chapters: ['lost'],
    draw: async () => {
      const { LostScreen } = await import('./screens/lost/Screen.tsx')
      return <LostScreen />
    },
  },
  '/error': entrance(async () => {
    const { ErrorScreen } = await import('./screens/error/Screen.tsx')
    return <ErrorScreen />
  }),
}

const notFound = entrance(async () => {
  const { NotFoundScreen } = await import('./screens/not-found/Screen.tsx')
  return <NotFoundScreen />
})

function isPublicPath(path: string): path is PublicPath {
  return Object.hasOwn(screens, path)
}

const page = isPublicPath(location.pathname) ? screens[location.pathname] : notFound
await boot(page.draw(), page.chapters)
