import { sessions } from '@countersign/node/next'

export const auth = sessions()
