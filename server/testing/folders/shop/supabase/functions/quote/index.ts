import 'jsr:@supabase/functions-js/edge-runtime.d.ts'
import { inWords } from '../_shared/money.ts'

Deno.serve(async (req: Request) => {
  const { cents } = await req.json()
  return new Response(JSON.stringify({ price: inWords(cents), path: new URL(req.url).pathname }), {
    headers: { 'Content-Type': 'application/json' },
  })
})
