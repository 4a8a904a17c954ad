// Changing what a person is called and looks like: asks the server, shows what it answered on every part of the page, and
// says what happened.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallAnswer, Person } from '@countersign/api/calls'
import { answerOf, leaveIfSignedOut } from '../../answers.ts'
import { call } from '../../api.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useTranslations } from 'use-intl'
import { drawPicture } from './draw-picture.ts'

/** Gives the person another name, or none. */
export function useChangeName() {
  const t = useTranslations()
  const show = useShowPerson()
  return useMutation({
    mutationFn: async (displayName: string | null) => answerOf(await call('changePerson', { body: { displayName } })),
    onSuccess: (person) =>
      show(
        person,
        person.displayName === null ? t('person.name.taken') : t('person.name.changed', { name: person.displayName }),
      ),
    onError: leaveIfSignedOut,
  })
}

/** Gives the person the picture of a file. Answers whether the browser could read it as one. */
export function useSetPicture() {
  const t = useTranslations()
  const show = useShowPerson()
  return useMutation({
    mutationFn: async (file: Blob) => {
      const content = await drawPicture(file)
      return content === null ? null : answerOf(await call('setPicture', { body: { content } }))
    },
    onSuccess: (person) => person && show(person, t('person.picture.changed')),
    onError: leaveIfSignedOut,
  })
}

export function useRemovePicture() {
  const t = useTranslations()
  const show = useShowPerson()
  return useMutation({
    mutationFn: async () => answerOf(await call('removePicture')),
    onSuccess: (person) => show(person, t('person.picture.removed')),
    onError: leaveIfSignedOut,
  })
}

function useShowPerson(): (person: Person, sentence: string) => void {
  const client = useQueryClient()
  const announce = useAnnounce()
  return (person, sentence) => {
    client.setQueryData(['session'], (before: CallAnswer<'readSession'> | undefined) => before && { ...before, person })
    announce(sentence)
  }
}
