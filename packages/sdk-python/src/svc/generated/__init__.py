# Generated from public/openapi.json by `npm run sdk`. Do not edit.
