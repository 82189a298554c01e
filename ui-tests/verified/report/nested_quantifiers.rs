//! Two quantifiers, one inside of the other.

use bverify_contracts::*;

#[ensures((0..2).all(|row| (0..2).all(|column| result[column][row] == cells[row][column])))]
pub fn transpose(cells: [[i8; 2]; 2]) -> [[i8; 2]; 2] {
    let mut turned = [[0; 2]; 2];
    for row in 0..2 {
        for column in 0..2 {
            turned[column][row] = cells[row][column];
        }
    }
    turned
}
