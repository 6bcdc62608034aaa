#!/bin/sh
# Starts the S3 store of compose.yaml with one bucket and one user, who may read, write and list that bucket alone.
set -eu
umask 077
cat > /tmp/s3.json <<JSON
{ "identities": [{
  "name": "svc",
  "credentials": [{ "accessKey": "svc", "secretKey": "$FILES_SECRET" }],
  "actions": ["Read:svc-files", "Write:svc-files", "List:svc-files"]
}] }
JSON
(until echo "s3.bucket.create -name svc-files" | weed shell -master localhost:9333 2>/dev/null | grep -q svc-files; do sleep 1; done) &
exec weed server -dir /data -ip.bind 0.0.0.0 -filer -s3 -s3.port 8333 -s3.config /tmp/s3.json
