// The words of the pages that the server renders itself, in every language of the screens. They stand here and not with the words of the
// screens, because these pages have neither their scripts nor their fonts; most of them come from a protected host.
import { interfaceLanguages } from '@countersign/api/interface-languages'
import type { InterfaceLanguage } from '@countersign/api/interface-languages'

/** What a page can say. */
export interface PlainPageText {
  title: string
  text: string
  /** What the link says that leads on. */
  continueLabel: string
  /** What the link says that leads to another identity. */
  switchPersonLabel?: string
}

interface SitePageMessages {
  notInGroup: (site: string, groups: readonly string[]) => PlainPageText
  denied: (site: string) => PlainPageText
  invalidSignIn: (site: string) => PlainPageText
  redirectLoop: (site: string) => PlainPageText
  signedOut: (site: string) => PlainPageText
  /** @param longest the longest address that people can return to, in characters */
  tooLong: (site: string, longest: number) => PlainPageText
  /**
   * In place of a redirect to an application that nobody registered.
   * @param place the host, or null for a program on this device
   */
  notRedirected: (application: string, place: string | null) => PlainPageText
}

export const plainPageTranslations: Readonly<Record<InterfaceLanguage, SitePageMessages>> = {
  en: {
    notInGroup: (site, groups) => ({
      title: `${site} is for members of a group only`,
      text:
        groups.length === 1
          ? `You are signed in, but do not belong to ${formatDisjunction('en', groups)}.`
          : `You are signed in, but belong to none of these groups: ${formatDisjunction('en', groups)}.`,
      continueLabel: 'Try again',
      switchPersonLabel: 'Sign in as somebody else',
    }),
    denied: (site) => ({
      title: 'You did not allow it',
      text: `${site} is shown only to whom it may be told who they are. Nothing was shared.`,
      continueLabel: 'Try again',
    }),
    invalidSignIn: (site) => ({
      title: 'This sign-in cannot go on',
      text: `It took too long, was used already, or began in another browser. ${site} can be opened anew. If this page comes again, this browser keeps no cookies of this site.`,
      continueLabel: 'Open it anew',
    }),
    redirectLoop: (site) => ({
      title: 'The sign-in goes round in circles',
      text: `You are signed in again and again, and ${site} does not notice. Whoever runs it has to see to it that its proxy passes cookies on to the sign-in server.`,
      continueLabel: 'Try again',
    }),
    signedOut: (site) => ({
      title: 'You are signed out',
      text: `${site} shows itself no more in this browser, until you sign in again.`,
      continueLabel: 'Sign in again',
    }),
    tooLong: (site, longest) => ({
      title: 'This address is too long to return to',
      text: `After signing in, you can return to addresses of up to ${longest.toLocaleString('en')} characters. Sign in to ${site} first, then open the address again.`,
      continueLabel: 'Sign in',
    }),
    notRedirected: (application, place) => ({
      title: 'You were not signed in',
      text: `${application} asked to sign you in, and wants to continue ${place === null ? 'in a program on this device' : `at ${place}`}. Nothing was shared. This application is not registered here, so no one has checked where it sends you. Continue only if you started this sign-in there. Otherwise, close this page.`,
      continueLabel: place === null ? 'Continue to the program' : `Continue to ${place}`,
    }),
  },
  de: {
    notInGroup: (site, groups) => ({
      title: `${site} ist nur für Mitglieder einer Gruppe`,
      text:
        groups.length === 1
          ? `Sie sind angemeldet, gehören aber nicht zu ${formatDisjunction('de', groups)}.`
          : `Sie sind angemeldet, gehören aber zu keiner dieser Gruppen: ${formatDisjunction('de', groups)}.`,
      continueLabel: 'Noch einmal versuchen',
      switchPersonLabel: 'Als jemand anderes anmelden',
    }),
    denied: (site) => ({
      title: 'Sie haben es nicht erlaubt',
      text: `${site} zeigt sich nur, wenn gesagt werden darf, wer Sie sind. Nichts wurde weitergegeben.`,
      continueLabel: 'Noch einmal versuchen',
    }),
    invalidSignIn: (site) => ({
      title: 'Diese Anmeldung geht nicht weiter',
      text: `Sie hat zu lange gedauert, wurde schon benutzt oder begann in einem anderen Browser. ${site} kann neu geöffnet werden. Kommt diese Seite wieder, so behält dieser Browser keine Cookies dieser Seite.`,
      continueLabel: 'Neu öffnen',
    }),
    redirectLoop: (site) => ({
      title: 'Die Anmeldung dreht sich im Kreis',
      text: `Sie werden wieder und wieder angemeldet, und ${site} merkt es nicht. Wer die Seite betreibt, muss dafür sorgen, dass ihr Proxy Cookies an den Anmeldeserver weitergibt.`,
      continueLabel: 'Noch einmal versuchen',
    }),
    signedOut: (site) => ({
      title: 'Sie sind abgemeldet',
      text: `${site} zeigt sich in diesem Browser nicht mehr, bis Sie sich wieder anmelden.`,
      continueLabel: 'Wieder anmelden',
    }),
    tooLong: (site, longest) => ({
      title: 'Diese Adresse ist zu lang, um zu ihr zurückzukehren',
      text: `Nach der Anmeldung geht es nur zu Adressen mit höchstens ${longest.toLocaleString('de')} Zeichen zurück. Melden Sie sich zuerst bei ${site} an, und öffnen Sie die Adresse dann noch einmal.`,
      continueLabel: 'Anmelden',
    }),
    notRedirected: (application, place) => ({
      title: 'Sie wurden nicht angemeldet',
      text: `${application} wollte Sie anmelden und möchte ${place === null ? 'in einem Programm auf diesem Gerät' : `auf ${place}`} fortfahren. Es wurde nichts weitergegeben. Diese Anwendung ist hier nicht registriert: Niemand hat geprüft, wohin sie Sie schickt. Fahren Sie nur fort, wenn Sie diese Anmeldung dort begonnen haben. Schließen Sie sonst diese Seite.`,
      continueLabel: place === null ? 'Weiter zum Programm' : `Weiter zu ${place}`,
    }),
  },
}

const formatDisjunction = (language: InterfaceLanguage, names: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(names)

/** The first language that a browser asks for and that is spoken here (RFC 9110 §12.5.4; those without a weight stand in their order). */
export function negotiateLanguage(accepted: string | undefined): InterfaceLanguage {
  const asked = (accepted ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return (
    asked.flatMap((tag) => interfaceLanguages.filter((language) => language === tag))[0] ??
    interfaceLanguages[0] ??
    'en'
  )
}
