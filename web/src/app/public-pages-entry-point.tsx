import type { ComponentType } from 'react'
import type { htmlFileByPagePath, PagePath } from '@countersign/api/page-html-files'
import { mountReactPage } from './mount-react-page.tsx'
import type { TranslationFileName } from '../i18n/browser-language-negotiation.ts'
import './public.css'

type PublicPath = {
  [Path in PagePath]: (typeof htmlFileByPagePath)[Path] extends 'public.html' ? Path : never
}[PagePath]

interface PublicPage {
  readonly messages: readonly TranslationFileName[]
  readonly load: () => Promise<ComponentType>
}

const publicPage = (load: PublicPage['load']): PublicPage => ({ messages: ['public'], load })
const consentPage = (load: PublicPage['load']): PublicPage => ({
  messages: ['consent', 'person'],
  load,
})

const publicPages: Readonly<Record<PublicPath, PublicPage>> = {
  '/': publicPage(async () => (await import('./screens/PublicHomeScreen.tsx')).PublicHomeScreen),
  '/consent': consentPage(async () => (await import('../features/consent/ConsentScreen.tsx')).ConsentScreen),
  '/device': consentPage(async () => (await import('../features/device/UserCodeScreen.tsx')).UserCodeScreen),
  '/sign-out': consentPage(
    async () => (await import('../features/sign-out/ConfirmSignOutScreen.tsx')).ConfirmSignOutScreen,
  ),
  '/signed-out': publicPage(async () => (await import('../features/sign-out/SignedOutScreen.tsx')).SignedOutScreen),
  '/lost': {
    messages: ['public'],
    load: async () => (await import('./screens/RecoveryHelpScreen.tsx')).RecoveryHelpScreen,
  },
  '/error': publicPage(
    async () => (await import('./screens/ErrorCodeExplanationScreen.tsx')).ErrorCodeExplanationScreen,
  ),
}

const notFoundPage = publicPage(async () => (await import('./screens/NotFoundScreen.tsx')).NotFoundScreen)

function isPublicPath(path: string): path is PublicPath {
  return Object.hasOwn(publicPages, path)
}

const { messages, load } = isPublicPath(location.pathname) ? publicPages[location.pathname] : notFoundPage
await mountReactPage(
  load().then((Screen) => <Screen />),
  messages,
)
