// The words in German for whoever is signed in and belongs to none of the groups that an application lets in.
import type { Chapters } from '../shape.ts'

export const notAllowed: Chapters['notAllowed'] = {
  title: (who, application) =>
    who === null ? `Sie dürfen ${application} nicht benutzen.` : `${who} darf ${application} nicht benutzen.`,
  text: (count) =>
    count === 1 ? 'Sie ist nur für Mitglieder dieser Gruppe:' : 'Sie ist nur für Mitglieder einer dieser Gruppen:',
  help: 'Gehört eine andere Ihrer Wallets dazu, melden Sie sich mit ihr an oder verknüpfen Sie sie hier mit sich. Sonst fragen Sie den Betreiber der Anwendung.',
  another: 'Andere Wallet benutzen',
  back: (application) => `Zurück zu ${application}`,
}
