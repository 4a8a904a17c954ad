import { htmlFileByAdminPagePath, htmlFileByPagePath } from '@countersign/api/page-html-files'
import type { Plugin } from 'vite'

const demonstrationWalletPaths = {
  built: '/demonstration-wallet/main.js',
  source: '/src/features/sign-in/demonstration-wallet/announce-demonstration-wallet.ts',
}

export function serveDevPagesVitePlugin(): Plugin {
  return {
    name: 'serve-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname
        if (path === demonstrationWalletPaths.built) request.url = demonstrationWalletPaths.source
        else if (isNavigation(request.headers.accept)) request.url = `/${findDocumentForPath(path)}`
        next()
      })
    },
  }
}

function findDocumentForPath(path: string): string {
  const known = Object.entries({ ...htmlFileByPagePath, ...htmlFileByAdminPagePath }).find(([form]) =>
    new RegExp(`^${form.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  )
  return known?.[1] ?? 'public.html'
}

function isNavigation(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false
}
