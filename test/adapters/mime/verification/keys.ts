// Keys of domains in tests: fixed, so that signatures are the same in each run. They are used nowhere else.

export interface KeyPair {
  /** PKCS 8, DER, base64. */
  readonly private: string;
  /** As in the p= of a DKIM record. */
  readonly public: string;
}

/** RSA with 2048 bits. */
export const RSA: KeyPair = {
  private: [
    'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDR06UPB3vHk+Agr/E2qKcVD16F3E3Fv+D+8fpokl1r0YZ4MJdZUuybZyjr',
    'yTa2jRDH89htIMW/dABdfX07AKF1PWCYI7EVNqQnNOH0SJgr5E2zTNNcqsCAAehWEol4pG//dfIvaWamIw7zUGMcsYwR7gTTTBCKxX4zAb9K',
    'g5YBWDjm6yKAadgbZ9MrPug1jxw9JG82S0+LOPeDGzw/aU188UqaTar+kUYjZGqkVKVrBZq1v1rKqlKK6r6DkL1IsJpJblX7iiyoe+NxtrnW',
    'BeimOVd2ZkOTths/+0V8Jp0rK6UWhbniqgNPdtDOgiyVKOoFgFN1vTfcVRwURf6sBGvzAgMBAAECggEASy7NLUnuqa/MNpokUYPzvkGQCmHK',
    'QimDGoakxXRwYfIk/wrWKCzk17gKexXRc26vTR4L9eowwO11NgqBZTNQJvyTkF/1kxbNkbjKn6elUtDOoIjOER2jtRo54CFrPZ2Z/cyKtz9K',
    'hwv3zuoGYWEiwcfp1bYjFT43flpJaw8kIB2QCJG4WWcL6rTqZ1YdPcS7gmk8DVF40G5z75E1i+gr16WlfdBAVQQLSoXUcc3ifOkKxhfWMRcq',
    'Iy+eByStOplRbErNltf7RJojusGwJLkr6Zc74fphWSb0MdCpje8C913dEM4Szk5PruPNiXXoJCGa0Ckgyzi2jiKMXRGEiz9C6QKBgQD/APqv',
    'Bfa+Ma8ttdVzo7xFbATwvo9OlE71TH7eBJDJTwkpwhhM0hW3oJp5xVr7jc2pwDf5s77gstaiTsyGUCHJULzZAy/rd9JoH0NNh53usM4vJtRM',
    'RZj7AB+xKBNTTnOCcmUd5+H+sEm/0yBmFZQAu/pS6johmHuCxJGRtTq76QKBgQDSpXxFrcVKl4eLMCtbtDw2V37CXPcE1Im7PiifhONSmwyy',
    'WFKxI3UVSc9Bf69e1zNPu1sgQfjjtt0XnRgF8Vy6YFxj+ImAZb5cQjrgeePGaC33YEYzbCJEj2jE6pmvq1uq46DjiNL/CE6cnSzaD6U7VhJt',
    'iWWk0Vp34qaL59wrewKBgQDmzEgX6VntwqI+yPisdWGNo7rE+nRSNsFQGzAoWhGBYlt0xAuiW/L0BBRMamdyjmG6ZhNDmYAFd1f0B0XtutEZ',
    'mE2UTOIuSIDTZJhRr5Et3DCBVK+JaOSRKQeGHDOBjtvVERyb+Kf/ECdvyvLj8lvGXlyudviuN4hyTt9B9bl3IQKBgQC9tz+qvevv13PDX1nd',
    'mQGV682Fnhb4Kbf2hPAvY48dafnQco3fblDYIIbite4rm+RhzhsvfVt9M8gCqYDmcVCTp4/ulfy5QGlnTFscq4sCufeUUghH7f8bApJYr/ZE',
    '6i+ARM01wJhQC5pJoaGwr+CgBVBJiTKbc9ZoHSDk5qk8GwKBgBYIxXGqVBJ23b5r9Amig3dF2OPDGF5B8VxIoFoYCAG8AwJ0NXHAZNEDW7D/',
    'ceI/7cd5mTPy5WlhUXiRXayruv089wKJV84aAtGu/S2mXmKcmxvsP32uZ8e5RIOB3I2pJ8aL74VeHhpl8fjMWsKwFd3BDlS/CEhY8oUiC4jm',
    '01Mi',
  ].join(''),
  public: [
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0dOlDwd7x5PgIK/xNqinFQ9ehdxNxb/g/vH6aJJda9GGeDCXWVLsm2co68k2to0Q',
    'x/PYbSDFv3QAXX19OwChdT1gmCOxFTakJzTh9EiYK+RNs0zTXKrAgAHoVhKJeKRv/3XyL2lmpiMO81BjHLGMEe4E00wQisV+MwG/SoOWAVg4',
    '5usigGnYG2fTKz7oNY8cPSRvNktPizj3gxs8P2lNfPFKmk2q/pFGI2RqpFSlawWatb9ayqpSiuq+g5C9SLCaSW5V+4osqHvjcba51gXopjlX',
    'dmZDk7YbP/tFfCadKyulFoW54qoDT3bQzoIslSjqBYBTdb033FUcFEX+rARr8wIDAQAB',
  ].join(''),
};

/** RSA with 768 bits. */
export const WEAK: KeyPair = {
  private: [
    'MIIB5gIBADANBgkqhkiG9w0BAQEFAASCAdAwggHMAgEAAmEA6boftqisRa1bQFzbLS8Wt1okitgdzeFJR1HYqIoycBcn5CxSBT5VL2b0NKYm',
    'x8kY5XPRfMp7Pi5PBfkMDO6RpOvwO7G9O1b4AnE86TgO8MSjQNLUf55ulImap30ao7NhAgMBAAECYQCXnogIJC9tG+JARHxiOVPRKYbfEwdy',
    'kRzKSUv1OYEyubLFEAM9J4x3LaBprwclP0vL39rEqJTdYt75PIaUf4nCeZMxACJyrE12AD0tJOYUlatqdzC4u6nxwFyPGCPNQgECMQD1kJdG',
    'JmiqoPjceqcSDGBi7eEcWnERrFajiiorAl4f2kAQmE8gDuCeOKRxkkzevfECMQDzqMEa4q/95/6rGsBCrws5wkqNNtUo/NLanG9h1rk5qvsG',
    '4YobT2vGfcWxOOLDnHECMQDsCUl+wliE+il7M+H3NTJIpUJl0IEybabxl1Kk+KekklJWITCdLe+15dga2ndM+uECMGjJ5aqDXT7sPCkoCxFi',
    'qIhBl8BdmZTUDnZ4GqrQJr63WtgdvUB7ipVF1/Scy2Fm8QIxAOR1lEz0ZQdlztD9lH7WtrBZLRgXfeHHWcDqMW4nzN1/4rMSD19vEc4UG8ts',
    '6hmuNA==',
  ].join(''),
  public: [
    'MHwwDQYJKoZIhvcNAQEBBQADawAwaAJhAOm6H7aorEWtW0Bc2y0vFrdaJIrYHc3hSUdR2KiKMnAXJ+QsUgU+VS9m9DSmJsfJGOVz0XzKez4u',
    'TwX5DAzukaTr8DuxvTtW+AJxPOk4DvDEo0DS1H+ebpSJmqd9GqOzYQIDAQAB',
  ].join(''),
};

/** Ed25519. */
export const ED25519: KeyPair = {
  private: 'MC4CAQAwBQYDK2VwBCIEII7hr5q+/KPp7tzN+HgLvvuRTBSYZTaRBVnlNLAAmQOd',
  public: 'dG1//GkKNVTiKZXDRPd6Pcc/kYkU/0NG9WKvdeN9EWc=',
};
