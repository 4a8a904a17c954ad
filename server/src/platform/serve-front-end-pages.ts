import { htmlFileByAdminPagePath, htmlFileByPagePath } from '@countersign/api/page-html-files'
import type { PageHtmlFile } from '@countersign/api/page-html-files'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ApiError } from './api-error.ts'
import { crossOriginImageHeaders } from './security-headers.ts'
import { isLocalOrigin } from './parse-setting-values.ts'

const documentsByPath = { ...htmlFileByPagePath, ...htmlFileByAdminPagePath }

const demonstrationFolder = '/demonstration-wallet/'

/** Icons and the link preview image are the only files next to the documents. */
const iconCacheControl = 'public, max-age=86400'

export async function serveFrontEndPages(
  http: FastifyInstance,
  folder: string,
  origin: string,
  brand: (document: string) => string,
): Promise<void> {
  const documents = new Map<PageHtmlFile, string>()
  for (const name of new Set(Object.values(documentsByPath))) {
    const path = join(folder, name)
    if (!existsSync(path)) throw new Error(`The front end is not built: ${path} is missing. "npm start" builds it.`)
    documents.set(name, readFileSync(path, 'utf8'))
  }

  for (const [path, name] of Object.entries(documentsByPath)) {
    http.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(brand(documents.get(name) ?? '')),
    )
  }

  await http.register(async (files) => {
    // Paths that the file server refuses, such as a folder, get a 404 and not a server error.
    files.setErrorHandler((error: FastifyError) => {
      throw (error.statusCode ?? 500) < 500
        ? new ApiError('request.not_found', { privateDetail: error.message })
        : error
    })
    await files.register(fastifyStatic, {
      root: folder,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      // HTML pages have their own paths, and a production server must not serve the demo wallet.
      allowedPath: (path) =>
        !path.endsWith('.html') && (isLocalOrigin(origin) || !normalize(path).startsWith(demonstrationFolder)),
      // The name of a built file changes when its content does.
      setHeaders: (response, path) => {
        const immutable = path.startsWith(join(folder, 'assets'))
        const isIcon = dirname(path) === normalize(folder)
        const cacheControl = immutable ? 'public, max-age=31536000, immutable' : 'no-cache'
        response.header('cache-control', isIcon ? iconCacheControl : cacheControl)
        if (isIcon) response.headers(crossOriginImageHeaders)
      },
      schemaHide: true,
    })
  })

  http.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage) throw new ApiError('request.not_found')
    const document = request.url.startsWith('/admin/') ? 'admin.html' : 'public.html'
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(brand(documents.get(document) ?? ''))
  })
}
