Deno.serve(() => new Response('awake'))
