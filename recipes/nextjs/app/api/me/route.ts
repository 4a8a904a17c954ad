import { auth } from '../../../lib/auth'

export const GET = auth.protect((request) => Response.json(request.user))
