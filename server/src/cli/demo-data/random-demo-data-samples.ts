// Random source and sample values for demo data; IDs do not depend on the seed.

export class DemoDataRandomPicker {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  nextFraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  nextIntegerBelow(end: number): number {
    return Math.floor(this.nextFraction() * end)
  }

  /** @param share percentage */
  chance(share: number): boolean {
    return this.nextFraction() * 100 < share
  }

  pickOne<Item>(items: readonly Item[]): Item {
    const item = items[this.nextIntegerBelow(items.length)]
    if (item === undefined) throw new Error('There is nothing to choose from')
    return item
  }

  pickWeighted<Item extends string>(weights: Readonly<Record<Item, number>>): Item {
    const entries = Object.entries(weights) as [Item, number][]
    let place = this.nextFraction() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of entries) if ((place -= weight) < 0) return item
    return (entries[0] as [Item, number])[0]
  }

  randomHex(bytes: number): string {
    let text = ''
    while (text.length < bytes * 2) text += this.nextIntegerBelow(0x1_0000_0000).toString(16).padStart(8, '0')
    return text.slice(0, bytes * 2)
  }
}

export const demoFirstNames = [
  'Ada',
  'Bela',
  'Chidi',
  'Dora',
  'Emil',
  'Farah',
  'Goran',
  'Hanna',
  'Ikram',
  'Jonas',
  'Keiko',
  'Lior',
  'Mara',
  'Nils',
  'Olga',
  'Pia',
  'Quentin',
  'Rosa',
  'Sami',
  'Tuva',
  'Uma',
  'Viktor',
  'Wanda',
  'Yusuf',
  'Zoe',
]
export const demoLastNames = [
  'Abe',
  'Brandt',
  'Costa',
  'Dietz',
  'Eriksen',
  'Fofana',
  'Gupta',
  'Huang',
  'Ivanova',
  'Jansen',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
  'Quist',
  'Rossi',
  'Silva',
  'Tanaka',
  'Ueda',
  'Varga',
  'Weber',
  'Ypma',
  'Zimmer',
]
export const demoWalletNameWords = [
  'amber',
  'basalt',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'harbor',
  'indigo',
  'juniper',
  'kelp',
  'lichen',
  'maple',
  'nectar',
  'onyx',
  'pebble',
  'quartz',
  'raven',
  'sable',
  'thistle',
]
export const demoUserAgents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
]
export const demoApplicationNames = [
  'Grafana',
  'Wiki',
  'Files',
  'Chat',
  'Forge',
  'Photos',
  'Forum',
  'Calendar',
  'Builds',
  'Metrics',
  'Library',
  'Shop',
  'Tickets',
  'Mail',
  'Maps',
  'Notes',
  'Polls',
  'Radio',
  'Survey',
  'Vault',
]
export const demoGroupNames = [
  'Members',
  'Council',
  'Guests',
  'Builders',
  'Translators',
  'Moderators',
  'Donors',
  'Founders',
  'Testers',
  'Night shift',
  'Archive',
  'Press',
]
