import { AwsV4Signer } from "aws4fetch";
import { expect, test } from "vitest";
import { presignUrl, signHeaders } from "./sigv4";

/** The examples of AWS's own documentation of Signature Version 4 for S3. */
const KEY = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const AT = new Date("2013-05-24T00:00:00Z");
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const at = (path: string) => new URL(`https://examplebucket.s3.amazonaws.com${path}`);
const signatureOf = (headers: Record<string, string>) => headers["authorization"]?.split("Signature=")[1];

test("a presigned GET", () => {
  const url = new URL(presignUrl({ method: "GET", url: at("/test.txt"), headers: {} }, 86_400, KEY, AT));
  expect(url.searchParams.get("X-Amz-Signature")).toBe(
    "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  );
});

test.each([
  [
    "GET",
    "/test.txt",
    { range: "bytes=0-9" },
    EMPTY,
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  ],
  [
    "PUT",
    "/test%24file.text",
    { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
    "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  ],
  ["GET", "/?lifecycle", {}, EMPTY, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
  ["GET", "/?max-keys=2&prefix=J", {}, EMPTY, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
])("%s %s", (method, path, headers, bodySha256, signature) => {
  expect(signatureOf(signHeaders({ method, url: at(path), headers }, bodySha256, KEY, AT))).toBe(signature);
});

test("a presigned PUT with headers and hostile parameters is signed as another implementation signs it", async () => {
  const url = at("/uploads/abc");
  url.searchParams.set("response-content-disposition", `attachment; filename="a b"; filename*=UTF-8''%E8%AD%B0!'()*`);
  const headers = { "Content-Type": "image/png", "Content-Length": "5", "x-amz-checksum-sha256": "a+/=" };
  const ours = new URL(presignUrl({ method: "PUT", url, headers }, 900, KEY, AT));
  const query = new URL(url);
  query.searchParams.set("X-Amz-Expires", "900");
  const theirs = await new AwsV4Signer({
    method: "PUT",
    url: query.href,
    headers,
    ...KEY,
    service: "s3",
    datetime: "20130524T000000Z",
    signQuery: true,
    allHeaders: true,
  }).sign();
  expect(ours.searchParams.get("X-Amz-Signature")).toBe(theirs.url.searchParams.get("X-Amz-Signature"));
});
