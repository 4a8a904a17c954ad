// Types of `request.user`. They merge with those of Passport.
import type { User as SignedInUser } from '../user/user.ts'

declare global {
  namespace Express {
    interface User extends SignedInUser {}
    interface Request {
      user?: User | undefined
    }
  }
}
