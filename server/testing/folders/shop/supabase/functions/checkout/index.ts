import { createClient } from 'supabase'

// Asks as the caller, with her token, and writes a receipt with the key that passes every policy.
Deno.serve(async (req) => {
  const url = Deno.env.get('SUPABASE_URL')!
  const hers = createClient(url, Deno.env.get('SUPABASE_ANON_KEY')!, {
    global: { headers: { Authorization: req.headers.get('Authorization')! } },
  })
  const { data: orders, error } = await hers.from('orders').select('id')
  if (error) return Response.json({ error: error.message }, { status: 400 })
  const every = createClient(url, Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')!)
  const { data } = await every.from('receipts').insert({}).select().single()
  return Response.json({ orders: orders.length, receipt: data.code.length })
})
