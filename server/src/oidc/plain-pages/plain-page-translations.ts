import { interfaceLanguages } from '@countersign/api/interface-languages'
import type { InterfaceLanguage } from '@countersign/api/interface-languages'

export interface PlainPageText {
  title: string
  text: string
  continueLabel: string
  switchPersonLabel?: string
}

interface SitePageMessages {
  notInGroup: (site: string, groups: readonly string[]) => PlainPageText
  denied: (site: string) => PlainPageText
  invalidSignIn: (site: string) => PlainPageText
  redirectLoop: (site: string) => PlainPageText
  signedOut: (site: string) => PlainPageText
  tooLong: (site: string, longest: number) => PlainPageText
  /** @param place host of the redirect URI; null for a program on this device */
  notRedirected: (application: string, place: string | null) => PlainPageText
}

export const plainPageTranslations: Readonly<Record<InterfaceLanguage, SitePageMessages>> = {
  en: {
    notInGroup: (site, groups) => ({
      title: `Only members of certain groups can use ${site}`,
      text:
        groups.length === 1
          ? `You’re signed in, but you’re not a member of ${formatDisjunction('en', groups)}.`
          : `You’re signed in, but you’re in none of these groups: ${formatDisjunction('en', groups)}.`,
      continueLabel: 'Try again',
      switchPersonLabel: 'Sign in as someone else',
    }),
    denied: (site) => ({
      title: 'You didn’t allow access',
      text: `${site} needs to know who you are before it opens. Nothing was shared.`,
      continueLabel: 'Try again',
    }),
    invalidSignIn: (site) => ({
      title: 'This sign-in can’t continue',
      text: `It took too long, was already used, or was started in another browser. Open ${site} again. If you see this page again, your browser is blocking this site’s cookies.`,
      continueLabel: 'Open again',
    }),
    redirectLoop: (site) => ({
      title: 'The sign-in is stuck in a loop',
      text: `You were signed in several times, but ${site} didn’t recognize the sign-in. Its administrator must make sure that its proxy passes cookies to the sign-in server.`,
      continueLabel: 'Try again',
    }),
    signedOut: (site) => ({
      title: 'You’re signed out',
      text: `You can’t open ${site} in this browser until you sign in again.`,
      continueLabel: 'Sign in again',
    }),
    tooLong: (site, longest) => ({
      title: 'This address is too long to return to',
      text: `After signing in, you can return to addresses of up to ${longest.toLocaleString('en')} characters. Sign in to ${site} first, then open the address again.`,
      continueLabel: 'Sign in',
    }),
    notRedirected: (application, place) => ({
      title: 'You weren’t signed in',
      text: `${application} asked to sign you in and wants to continue ${place === null ? 'in an app on this device' : `at ${place}`}. Nothing was shared. This application isn’t registered here, so no one has checked where it sends you. Continue only if you started this sign-in there. Otherwise, close this page.`,
      continueLabel: place === null ? 'Continue to the app' : `Continue to ${place}`,
    }),
  },
  de: {
    notInGroup: (site, groups) => ({
      title: `Nur Mitglieder bestimmter Gruppen können ${site} benutzen`,
      text:
        groups.length === 1
          ? `Sie sind angemeldet, gehören aber nicht zu ${formatDisjunction('de', groups)}.`
          : `Sie sind angemeldet, gehören aber zu keiner dieser Gruppen: ${formatDisjunction('de', groups)}.`,
      continueLabel: 'Noch einmal versuchen',
      switchPersonLabel: 'Als jemand anderes anmelden',
    }),
    denied: (site) => ({
      title: 'Sie haben den Zugang nicht erlaubt',
      text: `${site} muss wissen, wer Sie sind, bevor es sich öffnet. Es wurde nichts weitergegeben.`,
      continueLabel: 'Noch einmal versuchen',
    }),
    invalidSignIn: (site) => ({
      title: 'Diese Anmeldung kann nicht fortgesetzt werden',
      text: `Sie hat zu lange gedauert, wurde schon benutzt oder begann in einem anderen Browser. Öffnen Sie ${site} noch einmal. Sehen Sie diese Seite dann wieder, blockiert Ihr Browser die Cookies dieser Website.`,
      continueLabel: 'Noch einmal öffnen',
    }),
    redirectLoop: (site) => ({
      title: 'Die Anmeldung wiederholt sich endlos',
      text: `Sie wurden mehrmals angemeldet, aber ${site} hat es nicht erkannt. Der Betreiber muss dafür sorgen, dass der Proxy Cookies an den Anmeldeserver weitergibt.`,
      continueLabel: 'Noch einmal versuchen',
    }),
    signedOut: (site) => ({
      title: 'Sie sind abgemeldet',
      text: `Sie können ${site} in diesem Browser erst wieder öffnen, wenn Sie sich neu anmelden.`,
      continueLabel: 'Wieder anmelden',
    }),
    tooLong: (site, longest) => ({
      title: 'Diese Adresse ist zu lang für die Rückkehr',
      text: `Nach der Anmeldung können Sie nur zu Adressen mit höchstens ${longest.toLocaleString('de')} Zeichen zurückkehren. Melden Sie sich zuerst bei ${site} an, und öffnen Sie die Adresse dann noch einmal.`,
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

/** RFC 9110 §12.5.4, in the order of the header; weights are ignored. */
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
