export { verifyKeySignature } from '@countersign/proof'
