// The entry of the pages that are open to everybody. The address alone decides which screen is shown; the sign-in
// screen comes with this file, the others are fetched when they are asked for.
import type { ReactNode } from 'react'
import type { pages, PagePath } from '@countersign/api/pages'
import { boot } from './boot.tsx'
import { SignInScreen } from './screens/sign-in/Screen.tsx'
import './public.css'

type PublicPath = { [Path in PagePath]: (typeof pages)[Path] extends 'public.html' ? Path : never }[PagePath]

const screens: Readonly<Record<PublicPath, () => ReactNode | Promise<ReactNode>>> = {
  '/': async () => {
    const { FrontScreen } = await import('./screens/front/Screen.tsx')
    return <FrontScreen />
  },
  '/sign-in': () => <SignInScreen />,
  '/signed-out': async () => {
    const { SignedOutScreen } = await import('./screens/signed-out/Screen.tsx')
    return <SignedOutScreen />
  },
  '/error': async () => {
    const { ErrorScreen } = await import('./screens/error/Screen.tsx')
    return <ErrorScreen />
  },
}

async function notFound(): Promise<ReactNode> {
  const { NotFoundScreen } = await import('./screens/not-found/Screen.tsx')
  return <NotFoundScreen />
}

function isPublicPath(path: string): path is PublicPath {
  return Object.hasOwn(screens, path)
}

const path = location.pathname
await boot(isPublicPath(path) ? screens[path]() : notFound(), path === '/sign-in' ? null : 'entrance')
