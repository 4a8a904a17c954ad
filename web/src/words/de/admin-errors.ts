// Was die Ablehnungen heißen, denen nur die Verwaltung begegnet, und was jetzt zu tun ist.
import type { Chapters } from '../shape.ts'

export const adminErrors: Chapters['adminErrors'] = {
  'permission.lacking': {
    title: 'Ihre Rolle erlaubt das nicht.',
    action: 'Bitten Sie einen Eigentümer dieser Website um die Rolle, die es darf.',
  },
  'setup.code_refused': {
    title: 'Das ist nicht der Code aus dem Terminal.',
    action: 'Kopieren Sie den neuesten: Jeder Start des Servers gibt einen anderen aus.',
  },
  'setup.done': {
    title: 'Dieser Server hat schon einen Eigentümer.',
    action:
      'Bitten Sie ihn um eine Rolle, oder führen Sie auf der Maschine „countersign owner grant“ mit Ihrer Adresse aus.',
  },
  'person.not_found': {
    title: 'Diese Person gibt es nicht.',
    action: 'Vielleicht wurde sie inzwischen gelöscht. Sehen Sie sich die Liste noch einmal an.',
  },
  'person.not_active': {
    title: 'Diese Person ist nicht aktiv.',
    action: 'Vielleicht ist sie schon gesperrt oder ging in einer anderen auf. Sehen Sie sie noch einmal an.',
  },
  'person.not_suspended': {
    title: 'Diese Person ist nicht gesperrt.',
    action: 'Vielleicht war jemand schneller. Sehen Sie sie noch einmal an.',
  },
  'person.self': {
    title: 'Das sind Sie selbst.',
    action: 'Tun Sie es auf Ihrer eigenen Seite: Dort werden Sie gefragt, ob Sie es so meinen.',
  },
  'person.without_wallet': {
    title: 'Diese Person hat keine Wallet.',
    action: 'Eine Liste von Wallets kann sie nicht nennen. Lassen Sie sie aus.',
  },
  'application.not_found': {
    title: 'Diese Anwendung gibt es nicht.',
    action: 'Vielleicht wurde sie inzwischen entfernt. Sehen Sie sich die Liste noch einmal an.',
  },
  'application.taken': {
    title: 'Eine Anwendung mit dieser ID gibt es schon.',
    action: 'Wählen Sie eine andere ID.',
  },
  'application.faulty': {
    title: 'So kann diese Anwendung nicht gespeichert werden.',
    action: 'Berichtigen Sie, was markiert ist, und speichern Sie noch einmal.',
  },
  'application.changed_meanwhile': {
    title: 'Jemand hat diese Anwendung geändert, seit Sie sie geöffnet haben.',
    action: 'Laden Sie sie neu, und ändern Sie sie noch einmal.',
  },
  'application.without_secret': {
    title: 'Diese Anwendung hat kein Geheimnis.',
    action: 'Sie weist sich anders aus. Ändern Sie zuerst das.',
  },
  'application.not_tryable': {
    title: 'Diese Art von Anwendung lässt sich hier nicht ausprobieren.',
    action: 'Sie hat keine Anmeldung im Browser. Probieren Sie es in der Anwendung selbst.',
  },
  'application.try_unknown': {
    title: 'Diese Probeanmeldung ist vorbei.',
    action: 'Sie gilt einige Minuten, und nur für den, der sie begann. Beginnen Sie eine neue.',
  },
  'view.not_found': {
    title: 'Diese Ansicht gibt es nicht.',
    action: 'Sie wurde vielleicht inzwischen entfernt, oder sie gehört Ihnen nicht.',
  },
  'view.taken': {
    title: 'Sie haben schon eine Ansicht mit diesem Namen.',
    action: 'Wählen Sie einen anderen Namen.',
  },
  'view.too_many': {
    title: 'Sie haben so viele Ansichten gespeichert, wie eine Person haben darf.',
    action: 'Entfernen Sie eine, die Sie nicht mehr brauchen.',
  },
  'group.no_list': {
    title: 'Diese Gruppe ist keine Liste von Wallets.',
    action: 'Wählen Sie eine andere Gruppe, oder machen Sie aus ihrer Regel eine bloße Liste von Wallets.',
  },
  'group.full': {
    title: 'Die Liste dieser Gruppe ist voll.',
    action: 'Nehmen Sie Wallets von der Liste, oder legen Sie eine weitere Gruppe an.',
  },
  'group.not_found': {
    title: 'Diese Gruppe gibt es nicht.',
    action: 'Vielleicht wurde sie inzwischen entfernt. Sehen Sie sich die Liste noch einmal an.',
  },
  'group.taken': {
    title: 'Eine Gruppe mit dieser ID gibt es schon.',
    action: 'Wählen Sie eine andere ID.',
  },
  'group.too_many': {
    title: 'Es gibt so viele Gruppen, wie es geben darf.',
    action: 'Entfernen Sie eine, die niemand mehr braucht.',
  },
  'group.faulty': {
    title: 'Diese Regel geht so nicht.',
    action: 'Berichtigen Sie den markierten Teil.',
  },
  'rule.chain_not_read': {
    title: 'Diese Chain liest der Server nicht.',
    action: 'Wählen Sie eine aus der Liste. Wer den Server betreibt, kann eine Chain hinzufügen.',
  },
  'rule.chain_unavailable': {
    title: 'Die Chain kann gerade nicht gelesen werden.',
    action: 'Am Token liegt es nicht, und nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
  },
  'token.no_code': {
    title: 'An dieser Adresse gibt es auf dieser Chain keinen Vertrag.',
    action:
      'Derselbe Token hat auf jeder Chain eine andere Adresse. Sehen Sie dort nach, woher Sie ihn kennen, etwa 0xA0b8…eB48 für USDC auf Ethereum.',
  },
  'token.unknown_kind': {
    title: 'Der Vertrag an dieser Adresse ist kein Token, den Regeln kennen.',
    action:
      'Geben Sie die Adresse des Tokens selbst an (ERC-20, ERC-721 oder ERC-1155), nicht die eines Vertrags, der damit handelt.',
  },
  'token.name_unknown': {
    title: 'Das ist weder eine Adresse noch ein Name, der zu einer führt.',
    action:
      'Schreiben Sie eine Adresse wie 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 oder einen Namen wie example.eth.',
  },
  'group.changed_meanwhile': {
    title: 'Jemand hat diese Gruppe geändert, seit Sie sie geöffnet haben.',
    action: 'Laden Sie sie neu, und ändern Sie sie noch einmal.',
  },
  'group.demanded': {
    title: 'Anwendungen lassen nur Mitglieder dieser Gruppe ein.',
    action: 'Nehmen Sie die Gruppe zuerst aus diesen Anwendungen.',
  },
  'resource.not_found': {
    title: 'Diese Ressource gibt es nicht.',
    action: 'Vielleicht wurde sie inzwischen entfernt. Sehen Sie sich die Liste noch einmal an.',
  },
  'resource.taken': {
    title: 'Eine Ressource mit dieser Adresse gibt es schon.',
    action: 'Ändern Sie diese, oder wählen Sie eine andere Adresse.',
  },
  'resource.too_many': {
    title: 'Es gibt so viele Ressourcen, wie es geben darf.',
    action: 'Entfernen Sie eine, die niemand mehr braucht.',
  },
  'resource.names_client': {
    title: 'Die Adresse dieser Ressource ist die Client-ID einer Anwendung: Ihre Token ließen sich verwechseln.',
    action: 'Wählen Sie die Art at+jwt oder eine andere Adresse.',
  },
  'resource.faulty': {
    title: 'Diese Ressource geht so nicht.',
    action: 'Berichtigen Sie, was markiert ist.',
  },
  'resource.changed_meanwhile': {
    title: 'Jemand hat diese Ressource geändert, seit Sie sie geöffnet haben.',
    action: 'Laden Sie sie neu, und ändern Sie sie noch einmal.',
  },
  'resource.listed': {
    title: 'Anwendungen führen diese Ressource auf.',
    action: 'Nehmen Sie sie zuerst aus diesen Anwendungen.',
  },
  'resource.switch_unconfirmed': {
    title: 'Es betrifft mehr Menschen, als Sie bestätigt haben.',
    action: 'Laden Sie sie neu, und sehen Sie nach, wie viele dort anders heißen würden.',
  },
  'event.not_found': {
    title: 'Diese Zeile gibt es nicht.',
    action: 'Sehen Sie sich den Verlauf noch einmal an.',
  },
  'branding.faulty': {
    title: 'So kann sich die Website nicht zeigen.',
    action: 'Links beginnen mit https, Farben brauchen Kontrast, und eine Sprache muss bleiben.',
  },
  'token.refused': {
    title: 'Dieses Token wird nicht angenommen.',
    action: 'Es ist abgelaufen oder widerrufen. Legen Sie ein neues an.',
  },
  'token.not_found': {
    title: 'Dieses Token gibt es nicht.',
    action: 'Vielleicht wurde es inzwischen widerrufen. Sehen Sie sich die Liste noch einmal an.',
  },
  'token.too_many': {
    title: 'Sie haben so viele Tokens, wie eine Person haben darf.',
    action: 'Widerrufen Sie eines, das nicht mehr gebraucht wird.',
  },
  'token.too_much': {
    title: 'Ein Token kann nicht mehr als Sie selbst.',
    action: 'Lassen Sie weg, was Sie selbst nicht dürfen.',
  },
}
