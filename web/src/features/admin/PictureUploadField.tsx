import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { getDisplayableApiProblem } from '../../api/query-client.ts'
import type { ApiCallError } from '../../api/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'

interface MutationState {
  isPending: boolean
  error: ApiCallError | null
  reset: () => void
}

interface PictureUploadProps {
  picture: ReactNode
  canRemove: boolean
  disabledReason: string | undefined
  setMutation: MutationState
  removeMutation: MutationState
  /** @param content base64 */
  onChoose: (content: string) => void
  onRemove: () => void
}

export function PictureUploadField({
  picture,
  canRemove,
  disabledReason,
  setMutation,
  removeMutation,
  onChoose,
  onRemove,
}: PictureUploadProps) {
  const t = useTranslations()
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const problem = getDisplayableApiProblem(setMutation.error ?? removeMutation.error)

  async function choose(file: File | undefined) {
    if (file === undefined) return
    setMutation.reset()
    removeMutation.reset()
    setIsTooLarge(file.size > serverLimitDefinitions.logoBytes.max)
    if (file.size <= serverLimitDefinitions.logoBytes.max) onChoose(await readAsBase64(file))
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        {picture}
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={t('adminUi.picture.choose')}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            void choose(target.files?.[0])
            target.value = ''
          }}
        />
        <Button
          disabledReason={disabledReason}
          busyLabel={setMutation.isPending ? t('adminUi.picture.choose') : undefined}
          onClick={() => input.current?.click()}
        >
          {t('adminUi.picture.choose')}
        </Button>
        {canRemove && (
          <Button
            disabledReason={disabledReason}
            busyLabel={removeMutation.isPending ? t('adminUi.picture.remove') : undefined}
            onClick={onRemove}
          >
            {t('adminUi.picture.remove')}
          </Button>
        )}
      </div>
      {isTooLarge && (
        <p role="alert" className="text-small text-red">
          {t('adminUi.picture.tooLarge', { kilobytes: Math.floor(serverLimitDefinitions.logoBytes.max / 1024) })}
        </p>
      )}
      {problem && <LoadErrorPanel problem={problem} />}
    </>
  )
}

async function readAsBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // Converted in chunks, because a function call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
