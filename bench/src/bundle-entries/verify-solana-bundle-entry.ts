export { verifySolanaSignature } from '@countersign/proof'
