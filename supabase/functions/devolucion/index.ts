import { serve } from '../_shared/serve.ts'
import { createHandler } from './handler.ts'

serve(createHandler)
