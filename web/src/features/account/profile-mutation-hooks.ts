import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiEndpointOutput, ApiPerson } from '@countersign/api/api-endpoints'
import { unwrapApiResult, redirectOnSessionError } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { useTranslations } from 'use-intl'

const maxPictureSide = 512

/** @returns base64, or null if the browser cannot decode the file */
async function resizePicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const side = Math.min(picture.width, picture.height)
  const size = Math.min(side, maxPictureSide)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, size, size)
  picture.close()
  const small = await encodeCanvas(canvas, 'image/webp')
  // Browsers that cannot encode WebP return PNG, which is large for photos.
  if (small?.type === 'image/webp') return toBase64(small)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, size, size)
  const opaque = await encodeCanvas(canvas, 'image/jpeg')
  return opaque && toBase64(opaque)
}

function encodeCanvas(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.9))
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export function useChangeDisplayName() {
  const t = useTranslations()
  const client = useQueryClient()
  const show = useUpdateCachedPerson()
  return useMutation({
    mutationFn: async (displayName: string | null) =>
      unwrapApiResult(await callApi('changePerson', { body: { displayName } })),
    onSuccess: (person) => {
      // Reading the list again signals the new name to password managers.
      void client.invalidateQueries({ queryKey: ['passkeys'] })
      show(
        person,
        person.displayName === null ? t('person.name.taken') : t('person.name.changed', { name: person.displayName }),
      )
    },
    onError: redirectOnSessionError,
  })
}

export function useSetProfilePicture() {
  const t = useTranslations()
  const show = useUpdateCachedPerson()
  return useMutation({
    mutationFn: async (file: Blob) => {
      const content = await resizePicture(file)
      return content === null ? null : unwrapApiResult(await callApi('setPicture', { body: { content } }))
    },
    onSuccess: (person) => person && show(person, t('person.picture.changed')),
    onError: redirectOnSessionError,
  })
}

export function useRemoveProfilePicture() {
  const t = useTranslations()
  const show = useUpdateCachedPerson()
  return useMutation({
    mutationFn: async () => unwrapApiResult(await callApi('removePicture')),
    onSuccess: (person) => show(person, t('person.picture.removed')),
    onError: redirectOnSessionError,
  })
}

function useUpdateCachedPerson(): (person: ApiPerson, sentence: string) => void {
  const client = useQueryClient()
  const announce = useAnnounce()
  return (person, sentence) => {
    client.setQueryData(
      ['session'],
      (before: ApiEndpointOutput<'readSession'> | undefined) => before && { ...before, person },
    )
    announce(sentence)
  }
}
